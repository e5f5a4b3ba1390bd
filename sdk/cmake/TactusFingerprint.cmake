# Sets TACTUS_ABI_HASH and TACTUS_FINGERPRINT for this compiler and its flags: compiles and runs
# fingerprint.cpp, again only when the compiler, its flags or one of the two sources changed.
function(tactus_find_fingerprint)
  set(source "${CMAKE_CURRENT_SOURCE_DIR}/cmake/fingerprint.cpp")
  set(header "${CMAKE_CURRENT_SOURCE_DIR}/include/tactus/abi.hpp")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${source}" "${header}")
  file(SHA256 "${source}" key_source)
  file(SHA256 "${header}" key_header)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
  set(flags "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}}")
  string(SHA256 key "${key_source}${key_header}${CMAKE_CXX_COMPILER}${CMAKE_CXX_COMPILER_VERSION}${flags}")
  if(NOT key STREQUAL TACTUS_FINGERPRINT_KEY)
    get_target_property(definitions tactus_sdk INTERFACE_COMPILE_DEFINITIONS)
    list(TRANSFORM definitions PREPEND "-D")
    get_target_property(eigen Eigen3::Eigen INTERFACE_INCLUDE_DIRECTORIES)
    set(includes "${CMAKE_CURRENT_SOURCE_DIR}/include" ${eigen})
    unset(TACTUS_FINGERPRINT_RUNS CACHE)
    try_run(TACTUS_FINGERPRINT_RUNS TACTUS_FINGERPRINT_BUILDS
      "${CMAKE_CURRENT_BINARY_DIR}/fingerprint" "${source}"
      CMAKE_FLAGS "-DINCLUDE_DIRECTORIES=${includes}" "-DCMAKE_CXX_FLAGS=${flags}"
      COMPILE_DEFINITIONS ${definitions} CXX_STANDARD 20 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF
      COMPILE_OUTPUT_VARIABLE messages RUN_OUTPUT_VARIABLE output)
    if(NOT TACTUS_FINGERPRINT_BUILDS OR NOT TACTUS_FINGERPRINT_RUNS EQUAL 0)
      message(FATAL_ERROR "The ABI fingerprint could not be found with ${CMAKE_CXX_COMPILER}:\n${messages}${output}")
    endif()
    string(REGEX MATCH "^([0-9a-f]+) (.*)$" found "${output}")
    set(TACTUS_ABI_HASH "${CMAKE_MATCH_1}" CACHE INTERNAL "Part of the entry symbol's name")
    set(TACTUS_FINGERPRINT "${CMAKE_MATCH_2}" CACHE INTERNAL "What a plugin must agree on")
    set(TACTUS_FINGERPRINT_KEY "${key}" CACHE INTERNAL "What the fingerprint was found for")
    message(STATUS "ABI fingerprint ${TACTUS_ABI_HASH}: ${TACTUS_FINGERPRINT}")
  endif()
endfunction()
