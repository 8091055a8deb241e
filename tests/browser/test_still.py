"""Drawings that are drawn once, as a browser runs them."""

DRAWN = """async () => {
  const { still } = await import("/static/parts/still.js");
  const { html, render } = await import("/static/vendor/preact.js");
  const box = document.createElement("div"), drawn = [];
  const Sign = still(({ a, b = "" }) => {
    drawn.push(`${a}${b}`);
    return html`<i>${a}${b}</i>`;
  });
  const all = [{ a: 1 }, { a: 1 }, { a: 2 }, { a: 2, b: 3 }, { a: 2 }, { a: 2 }];
  for (const given of all) {
    render(html`<${Sign} ...${given} />`, box);
  }
  return [drawn, box.textContent];
}"""


async def test_a_drawing_is_drawn_anew_where_something_of_it_is_another(
    board, open_page
):
    """Another value, one more and one less; the same again costs nothing."""
    page = await open_page(f"{board.address}/quick")
    assert await page.evaluate(DRAWN) == [["1", "2", "23", "2"], "2"]
