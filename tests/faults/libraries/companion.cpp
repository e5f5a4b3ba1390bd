// What another library needs; the test does not keep it where it could be found.
extern "C" __attribute__((visibility("default"))) double companion() { return 1; }
