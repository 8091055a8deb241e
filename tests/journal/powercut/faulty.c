/* Lets one write, sync or truncation of the files of one folder fail.

   Preloaded before libc. FAULTY_DIR: the folder. FAULTY_PLAN: a file that says what is
   to fail; it is taken away as soon as it has been read. It holds four words:

   kind   W write, S sync, T truncate
   nth    which of them from now on, from 1
   errno  what it fails with
   bytes  how much of a write arrives all the same
   until  1: every later one fails as well, as on a full disk; 0: only this one

   FAULTY_FULL: where it is set nothing at all is left, for no file of the folder. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static char ours[1024], inside[1024];
static char kind;
static int nth, number, forever, torn;
static long most;

#define REAL(name, ...) ((__typeof__(name) *)dlsym(RTLD_NEXT, #name))(__VA_ARGS__)

static int opened(int fd, const char *path) {
    const char *folder = getenv("FAULTY_DIR");
    if (fd >= 0 && fd < 1024)
        inside[fd] = folder && !strncmp(path, folder, strlen(folder));
    if (fd >= 0 && fd < 1024)
        ours[fd] = inside[fd] &&
                   !strstr(path, ".lock") && !strstr(path, ".reserve") && !strstr(path, "-shm");
    return fd;
}

#define MODE(flags) \
    va_list more; va_start(more, flags); int mode = va_arg(more, int); va_end(more);
int open(const char *path, int flags, ...) { MODE(flags) return opened(REAL(open, path, flags, mode), path); }
int open64(const char *path, int flags, ...) { MODE(flags) return opened(REAL(open64, path, flags, mode), path); }

static void read_plan(void) {
    const char *path = getenv("FAULTY_PLAN");
    FILE *plan = path ? fopen(path, "r") : NULL;
    if (!plan)
        return;
    if (fscanf(plan, " %c %d %d %ld %d", &kind, &nth, &number, &most, &forever) != 5)
        abort();
    fclose(plan);
    unlink(path);
    torn = 0;
}

/* Whether this call is the one that fails. */
static int fails(int fd, char what) {
    if (fd < 0 || fd >= 1024 || !ours[fd])
        return 0;
    read_plan();
    if (!kind || what != kind || (nth > 0 && --nth > 0))
        return 0;
    if (nth == 0 && !forever)
        kind = 0;
    errno = number;
    return 1;
}

static int full(int fd) {
    if (fd < 0 || fd >= 1024 || !inside[fd] || !getenv("FAULTY_FULL"))
        return 0;
    errno = ENOSPC;
    return 1;
}

ssize_t write(int fd, const void *d, size_t n) { return full(fd) ? -1 : REAL(write, fd, d, n); }
int posix_fallocate(int fd, off_t at, off_t n) { return full(fd) ? ENOSPC : REAL(posix_fallocate, fd, at, n); }
int posix_fallocate64(int fd, off64_t at, off64_t n) { return full(fd) ? ENOSPC : REAL(posix_fallocate64, fd, at, n); }

static ssize_t wrote(int fd, const void *data, size_t n, off64_t at) {
    if (full(fd))
        return -1;
    if (torn) { /* the rest of a write of which a part has arrived */
        torn = 0;
        errno = number;
        return -1;
    }
    if (!fails(fd, 'W'))
        return REAL(pwrite64, fd, data, n, at);
    if (most <= 0)
        return -1;
    torn = !forever;
    size_t part = (size_t)most < n ? (size_t)most : n - 1;
    most = 0;
    return REAL(pwrite64, fd, data, part, at);
}
ssize_t pwrite(int fd, const void *d, size_t n, off_t at) { return wrote(fd, d, n, at); }
ssize_t pwrite64(int fd, const void *d, size_t n, off64_t at) { return wrote(fd, d, n, at); }

int fsync(int fd) { return fails(fd, 'S') ? -1 : REAL(fsync, fd); }
int fdatasync(int fd) { return fails(fd, 'S') ? -1 : REAL(fdatasync, fd); }
int ftruncate(int fd, off_t size) { return fails(fd, 'T') ? -1 : REAL(ftruncate, fd, size); }
int ftruncate64(int fd, off64_t size) { return fails(fd, 'T') ? -1 : REAL(ftruncate64, fd, size); }
