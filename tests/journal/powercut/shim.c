/* Writes down what a process does to the files of one folder, in order.

   Preloaded before libc. POWERCUT_DIR: the folder; POWERCUT_LOG: where to.
   A record is: kind (one byte), file (4 bytes), offset (8), length (4), data.
   A file keeps its number when it gets another name; a new one has a new number.
   Kinds: C a file was made (data: its path), L it got one more name, U a name is gone,
   R a name was changed (both, with a zero between), M a folder was made, D a folder was
   synced; W write, S sync, T truncate. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define MOST 4096
static char *names[MOST];   /* the file's number by its path */
static int numbers[MOST];
static int of_fd[1024];     /* 1 + number of the file, 0 for none of ours */
static char *folder_fd[1024];
static int known, made, log_fd = -1;

#define REAL(name, ...) ((__typeof__(name) *)dlsym(RTLD_NEXT, #name))(__VA_ARGS__)

static void record(char kind, int file, int64_t offset, const void *data, uint32_t n) {
    char head[17];
    if (log_fd < 0)
        log_fd = open(getenv("POWERCUT_LOG"), O_WRONLY | O_CREAT | O_APPEND, 0600);
    head[0] = kind;
    memcpy(head + 1, &file, 4);
    memcpy(head + 5, &offset, 8);
    memcpy(head + 13, &n, 4);
    struct iovec parts[2] = {{head, 17}, {(void *)data, n}};
    if (writev(log_fd, parts, 2) < 0)
        abort();
}

static int ours(const char *path) {
    const char *folder = getenv("POWERCUT_DIR");
    if (!folder || strncmp(path, folder, strlen(folder)))
        return 0; /* the others are made anew at each start */
    return !strstr(path, ".lock") && !strstr(path, ".reserve") && !strstr(path, "-shm");
}

static int slot(const char *path) {
    for (int i = 0; i < known; i++)
        if (names[i] && !strcmp(names[i], path))
            return i;
    return -1;
}

static void name(const char *path, int file) {
    int at = slot(path);
    if (at < 0) {
        if (known == MOST)
            abort();
        names[at = known++] = strdup(path);
    }
    numbers[at] = file;
}

static int opened(int fd, const char *path, int flags) {
    struct stat64 about;
    if (fd < 0 || fd >= 1024)
        return fd;
    of_fd[fd] = 0;
    folder_fd[fd] = 0;
    if (!ours(path))
        return fd;
    if (!fstat64(fd, &about) && S_ISDIR(about.st_mode)) {
        folder_fd[fd] = strdup(path);
        return fd;
    }
    int at = slot(path);
    if (at < 0) {
        record('C', made, 0, path, strlen(path));
        of_fd[fd] = ++made;
        name(path, made - 1);
    } else {
        of_fd[fd] = numbers[at] + 1;
        if (flags & O_TRUNC)
            record('T', numbers[at], 0, "", 0);
    }
    return fd;
}

#define MODE(flags) \
    va_list more; va_start(more, flags); int mode = va_arg(more, int); va_end(more);

int open(const char *path, int flags, ...) { MODE(flags) return opened(REAL(open, path, flags, mode), path, flags); }
int open64(const char *path, int flags, ...) { MODE(flags) return opened(REAL(open64, path, flags, mode), path, flags); }

int close(int fd) {
    if (fd >= 0 && fd < 1024)
        of_fd[fd] = 0, folder_fd[fd] = 0;
    return REAL(close, fd);
}

static ssize_t wrote(int fd, const void *data, ssize_t n, int64_t at) {
    if (n > 0 && fd < 1024 && of_fd[fd])
        record('W', of_fd[fd] - 1, at, data, n);
    return n;
}
ssize_t pwrite(int fd, const void *d, size_t n, off_t at) { return wrote(fd, d, REAL(pwrite, fd, d, n, at), at); }
ssize_t pwrite64(int fd, const void *d, size_t n, off64_t at) { return wrote(fd, d, REAL(pwrite64, fd, d, n, at), at); }

ssize_t write(int fd, const void *d, size_t n) {
    ssize_t done = REAL(write, fd, d, n);
    if (done > 0 && fd < 1024 && of_fd[fd])
        wrote(fd, d, done, lseek64(fd, 0, SEEK_CUR) - done);
    return done;
}

static int synced(int fd, int result) {
    if (!result && fd < 1024 && of_fd[fd])
        record('S', of_fd[fd] - 1, 0, "", 0);
    if (!result && fd < 1024 && folder_fd[fd])
        record('D', 0, 0, folder_fd[fd], strlen(folder_fd[fd]));
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
    int result = REAL(unlink, path), at = result || !ours(path) ? -1 : slot(path);
    if (at >= 0) {
        record('U', numbers[at], 0, path, strlen(path));
        names[at] = 0;
    }
    return result;
}

int link(const char *from, const char *to) {
    int result = REAL(link, from, to), at = result || !ours(from) ? -1 : slot(from);
    if (at >= 0) {
        record('L', numbers[at], 0, to, strlen(to));
        name(to, numbers[at]);
    }
    return result;
}

int rename(const char *from, const char *to) {
    int result = REAL(rename, from, to), at = result || !ours(from) ? -1 : slot(from);
    if (at >= 0) {
        char both[2048];
        size_t n = strlen(from) + 1;
        strcpy(both, from);
        strcpy(both + n, to);
        record('R', numbers[at], 0, both, n + strlen(to));
        names[at] = 0;
        name(to, numbers[at]);
    }
    return result;
}

int mkdir(const char *path, mode_t mode) {
    int result = REAL(mkdir, path, mode);
    if (!result && ours(path))
        record('M', 0, 0, path, strlen(path));
    return result;
}
