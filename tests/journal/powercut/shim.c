/* Writes down what a process does to the files of one folder, in order.

   Preloaded before libc. POWERCUT_DIR: the folder; POWERCUT_LOG: where to.
   A record is: kind, file (one byte each), offset (8 bytes), length (4 bytes), data.
   Kinds: O a file was opened (data: its path), W write, S sync, T truncate, U unlink. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static char names[64][512];
static int of_fd[1024]; /* 1 + number of the file, 0 for none of ours */
static int known, log_fd = -1;

static void record(char kind, int file, int64_t offset, const void *data, uint32_t n) {
    char head[14];
    if (log_fd < 0)
        log_fd = open(getenv("POWERCUT_LOG"), O_WRONLY | O_CREAT | O_APPEND, 0600);
    head[0] = kind;
    head[1] = (char)file;
    memcpy(head + 2, &offset, 8);
    memcpy(head + 10, &n, 4);
    struct iovec parts[2] = {{head, 14}, {(void *)data, n}};
    if (writev(log_fd, parts, 2) < 0)
        abort();
}

static int number(const char *path) {
    const char *folder = getenv("POWERCUT_DIR");
    if (!folder || strncmp(path, folder, strlen(folder)))
        return -1;
    if (strstr(path, ".lock") || strstr(path, ".reserve") || strstr(path, "-shm"))
        return -1; /* made anew at each start */
    for (int i = 0; i < known; i++)
        if (!strcmp(names[i], path))
            return i;
    strncpy(names[known], path, 511);
    return known++;
}

static int opened(int fd, const char *path) {
    int file = fd >= 0 && fd < 1024 ? number(path) : -1;
    if (fd >= 0 && fd < 1024)
        of_fd[fd] = file + 1;
    if (file >= 0)
        record('O', file, 0, path, strlen(path));
    return fd;
}

#define REAL(name, ...) ((__typeof__(name) *)dlsym(RTLD_NEXT, #name))(__VA_ARGS__)
#define MODE(flags) \
    va_list more; va_start(more, flags); int mode = va_arg(more, int); va_end(more);

int open(const char *path, int flags, ...) { MODE(flags) return opened(REAL(open, path, flags, mode), path); }
int open64(const char *path, int flags, ...) { MODE(flags) return opened(REAL(open64, path, flags, mode), path); }

static ssize_t wrote(int fd, const void *data, ssize_t n, int64_t at) {
    if (n > 0 && fd < 1024 && of_fd[fd])
        record('W', of_fd[fd] - 1, at, data, n);
    return n;
}
ssize_t pwrite(int fd, const void *d, size_t n, off_t at) { return wrote(fd, d, REAL(pwrite, fd, d, n, at), at); }
ssize_t pwrite64(int fd, const void *d, size_t n, off64_t at) { return wrote(fd, d, REAL(pwrite64, fd, d, n, at), at); }

static int synced(int fd, int result) {
    if (!result && fd < 1024 && of_fd[fd])
        record('S', of_fd[fd] - 1, 0, "", 0);
    return result;
}
int fsync(int fd) { return synced(fd, REAL(fsync, fd)); }
int fdatasync(int fd) { return synced(fd, REAL(fdatasync, fd)); }

static int cut(int fd, int result, int64_t size) {
    if (!result && fd < 1024 && of_fd[fd])
        record('T', of_fd[fd] - 1, size, "", 0);
    return result;
}
int ftruncate(int fd, off_t size) { return cut(fd, REAL(ftruncate, fd, size), size); }
int ftruncate64(int fd, off64_t size) { return cut(fd, REAL(ftruncate64, fd, size), size); }

int unlink(const char *path) {
    int result = REAL(unlink, path), file = number(path);
    if (!result && file >= 0)
        record('U', file, 0, "", 0);
    return result;
}
