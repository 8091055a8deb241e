"""Find the mutants of a source file: small changes that make a different program."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

#: The replacement of each comparison, operator and boolean.
OTHER: dict[type[ast.AST], tuple[str, str]] = {
    getattr(ast, name): (old, new)
    for name, old, new in (
        *(("Lt", "<", "<="), ("LtE", "<=", "<"), ("Gt", ">", ">="), ("GtE", ">=", ">")),
        *(("Eq", "==", "!="), ("NotEq", "!=", "==")),
        *(("In", "in", "not in"), ("NotIn", "not in", "in")),
        *(("Is", "is", "is not"), ("IsNot", "is not", "is")),
        *(("And", "and", "or"), ("Or", "or", "and"), ("Not", "not", "")),
        *(("Add", "+", "-"), ("Sub", "-", "+"), ("Mult", "*", "//")),
        *(("Div", "/", "*"), ("FloorDiv", "//", "*"), ("Mod", "%", "//")),
        *(("BitAnd", "&", "|"), ("BitOr", "|", "&"), ("BitXor", "^", "&")),
        *(("LShift", "<<", ">>"), ("RShift", ">>", "<<"), ("Pow", "**", "*")),
        *(("USub", "-", "+"), ("Invert", "~", "-")),
    )
}

#: Names of types: an expression such as `int | None` is a type, not arithmetic.
TYPES = {"bool", "bytes", "dict", "float", "frozenset", "int", "list", "str", "tuple"}


@dataclass(frozen=True)
class Mutant:
    """
    One change in one place of a file.

    Args:
        path: The file's path relative to the root.
        where: The dotted name of the function or class that contains it; "" for the
            module.
        line: Its line number.
        text: That line, without leading and trailing spaces.
        change: The old and the new code.
        nth: The number of the place among those with the same path, function, line text
            and change.
        start: The index of the first byte that is replaced.
        end: The index after the last byte that is replaced.
        new: The bytes that replace them.
        span: The first and last line of its statement, the statements inside aside.
    """

    path: str
    where: str
    line: int
    text: str
    change: str
    nth: int
    start: int
    end: int
    new: str
    span: tuple[int, int]

    @property
    def name(self) -> tuple[str, str, str, str, int]:
        """A name that stays the same when lines are inserted above."""
        return self.path, self.where, self.text, self.change, self.nth

    def of(self, source: bytes) -> bytes:
        """Return *source* with this change applied."""
        return source[: self.start] + self.new.encode() + source[self.end :]

    def __str__(self) -> str:
        return f"{self.path}:{self.line} {self.change}  in: {self.text}"


def mutants(path: str, source: bytes) -> list[Mutant]:
    """
    Return every mutant of a file, in the order of the text.

    Args:
        path: The file's path relative to the root.
        source: The file's content.
    """
    found = sorted(_Sites(path, source).of_module(), key=lambda one: one.start)
    counted: Counter[tuple[str, str, str, str, int]] = Counter()
    numbered = []
    for one in found:
        counted[one.name] += 1
        numbered.append(replace(one, nth=counted[one.name]))
    return numbered


class _Sites:
    """A walk through the syntax tree of one file."""

    def __init__(self, path: str, source: bytes) -> None:
        self._path = path
        self._source = source
        lines = source.splitlines(keepends=True)
        self._starts = [0]
        for line in lines:
            self._starts.append(self._starts[-1] + len(line))
        self._lines = [line.decode().strip() for line in lines]

    def of_module(self) -> Iterator[Mutant]:
        """Return the mutants of the module in the order of the tree."""
        yield from self._inside(ast.parse(self._source), (), (1, 1))

    def _inside(
        self, node: ast.AST, names: tuple[str, ...], span: tuple[int, int]
    ) -> Iterator[Mutant]:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            names = (*names, node.name)
        if isinstance(node, ast.stmt | ast.match_case):
            span = _span(node, span)
        for start, end, old, new in self._changes(node):
            yield self._mutant(start, end, (old, new), ".".join(names), span)
        for child in _children(node):
            yield from self._inside(child, names, span)

    def _changes(self, node: ast.AST) -> Iterator[tuple[int, int, str, str]]:
        """Yield the changes of a node: start, end, the old code, the new code."""
        match node:
            case ast.Constant(value=bool() | int() | float()):
                yield from self._of_constant(node)
            case ast.Compare(left=left, ops=ops, comparators=rights):
                for op, one, two in zip(ops, (left, *rights), rights, strict=False):
                    yield from self._between(one, op, two)
            case ast.BoolOp(op=op, values=values):
                for one, two in pairwise(values):
                    yield from self._between(one, op, two)
            case ast.BinOp(left=left, op=op, right=right) if not _is_type(node):
                yield from self._between(left, op, right)
            case ast.AugAssign(target=target, op=op, value=value):
                yield from self._between(target, op, value)
            case ast.UnaryOp(op=op) if type(op) in OTHER:
                old, new = OTHER[type(op)]
                start, _ = self._whole(node)
                if self._source.startswith(old.encode(), start):
                    yield start, start + len(old), old, new

    def _of_constant(self, node: ast.Constant) -> Iterator[tuple[int, int, str, str]]:
        """Yield the change of a constant: the opposite boolean, or the next number."""
        start, end = self._whole(node)
        old = self._source[start:end].decode()
        if isinstance(node.value, bool):
            yield start, end, old, str(not node.value)
        elif old[:1].isdigit():
            yield start, end, old, repr(node.value + 1)

    def _between(
        self, left: ast.expr, op: ast.AST, right: ast.expr
    ) -> Iterator[tuple[int, int, str, str]]:
        """Yield the change of an operator, which is found between its two operands."""
        old, new = OTHER[type(op)]
        first, last = self._whole(left)[1], self._whole(right)[0]
        gap = self._source[first:last].decode()
        code = re.sub(r"#.*", lambda comment: " " * len(comment[0].encode()), gap)
        words = re.escape(old).replace(r"\ ", r"\s+")
        if found := re.fullmatch(rf"[\s)\\]*({words})=?[\s(\\]*", code):
            yield first + found.start(1), first + found.end(1), old, new

    def _mutant(
        self,
        start: int,
        end: int,
        change: tuple[str, str],
        where: str,
        span: tuple[int, int],
    ) -> Mutant:
        line = self._source.count(b"\n", 0, start) + 1
        old, new = change
        return Mutant(
            path=self._path,
            where=where,
            line=line,
            text=self._lines[line - 1],
            change=f"{old} -> {new or 'nothing'}",
            nth=1,
            start=start,
            end=end,
            new=new,
            span=span,
        )

    def _whole(self, node: ast.expr) -> tuple[int, int]:
        """Return the indexes of a node's first byte and of the byte after it."""
        lines = self._starts
        start = lines[node.lineno - 1] + node.col_offset
        return start, lines[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)


def _span(node: ast.stmt | ast.match_case, outer: tuple[int, int]) -> tuple[int, int]:
    """Return first and last line of a statement; of a compound one only the head."""
    if isinstance(node, ast.match_case):
        first = node.pattern.lineno
        return first, max(first, node.body[0].lineno - 1)
    body = getattr(node, "body", None) or getattr(node, "cases", None)
    if not body:
        return node.lineno, node.end_lineno or outer[1]
    decorators = getattr(node, "decorator_list", ())
    first = min([node.lineno, *(one.lineno for one in decorators)])
    inner = body[0].pattern if isinstance(body[0], ast.match_case) else body[0]
    return first, max(first, inner.lineno - 1)


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the child nodes that have an effect: no annotations, no docstrings."""
    skipped: list[ast.AST | None] = []
    match node:
        case ast.arg() | ast.AnnAssign():
            skipped.append(node.annotation)
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            skipped.append(node.returns)
        case ast.ClassDef():
            # How a value is made, not what it says; one test holds all of them to it.
            skipped += [one for one in node.decorator_list if _is_dataclass(one)]
        case ast.Subscript(value=ast.Name(id="Literal")):
            return
    for child in ast.iter_child_nodes(node):
        if child not in skipped:
            yield child


def _is_dataclass(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == "dataclass"


def _is_type(node: ast.expr) -> bool:
    """Return True if an expression joins types, as in `Yes | No` and `str | None`."""
    match node:
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return _is_type(left) and _is_type(right)
        case ast.Subscript(value=value):
            return _is_type(value)
        case ast.Constant(value=None):
            return True
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in TYPES or (name[:1].isupper() and not name.isupper())
    return False
