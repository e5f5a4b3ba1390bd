# gcc collects its garbage whenever 128 MB of it may have come together, and reads all of the precompiled headers each
# time. A tenth of the time of a build goes into that; a unit that collects nothing takes a fifth more memory.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  cmake_host_system_information(RESULT memory QUERY TOTAL_PHYSICAL_MEMORY)  # MiB
  cmake_host_system_information(RESULT processors QUERY NUMBER_OF_LOGICAL_CORES)
  math(EXPR share "${memory} / ${processors}")
  if(share GREATER 3000)
    add_compile_options($<$<COMPILE_LANGUAGE:CXX>:--param=ggc-min-heapsize=524288>)
  endif()
endif()
