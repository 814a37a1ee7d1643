# Bundles the browser's page: copies SOURCE (viewer/) to FOLDER, installs the packages that its lock file names,
# and builds. PAGE is the file to write. Without the packages (no network), PAGE is empty; the program then has no
# page and says so.
file(COPY ${SOURCE}/ DESTINATION ${FOLDER} PATTERN node_modules EXCLUDE PATTERN dist EXCLUDE)

# Packages are installed again only if the lock file changes.
file(SHA256 ${FOLDER}/package-lock.json lock)
set(stamp ${FOLDER}/installed.txt)
set(installed "")
if(EXISTS ${stamp})
  file(READ ${stamp} installed)
endif()
set(failed 0)
if(NOT installed STREQUAL lock)
  execute_process(COMMAND ${NPM} ci --ignore-scripts --no-audit --no-fund --silent WORKING_DIRECTORY ${FOLDER}
                  RESULT_VARIABLE failed OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(failed EQUAL 0)
    file(WRITE ${stamp} ${lock})
  endif()
endif()
if(failed EQUAL 0)
  execute_process(COMMAND ${NPM} run --silent build WORKING_DIRECTORY ${FOLDER}
                  RESULT_VARIABLE broken OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(NOT broken EQUAL 0)
    message(FATAL_ERROR "the browser's page does not build:\n${said}")
  endif()
  file(COPY_FILE ${FOLDER}/dist/index.html ${PAGE})
else()
  message("The packages of the browser's page could not be installed; cairn is built without it.\n${said}"
          "To try again: remove ${PAGE} and build again.")
  file(WRITE ${PAGE} "")
endif()
