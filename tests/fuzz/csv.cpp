// Tables in text files: every field as text and as a number.
#include "text/csv.h"

#include "fuzz/fuzz.h"

void cairn::fuzz::attack(const std::string& bytes) {
  CsvReader csv(bytes, "fuzz.csv");
  const int columns = static_cast<int>(csv.columns().size());
  while (csv.next())
    for (int k = 0; k < columns; ++k) {
      static_cast<void>(csv.text(k));
      try {
        static_cast<void>(csv.number(k, dim::length));
      } catch (const InputError&) {
      }
    }
}
