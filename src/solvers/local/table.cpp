// All local solvers of nlgs, one line each.
#include "solvers/local/local.h"

namespace cairn {

const Table<LocalRow>& local_solvers() {
  static const Table<LocalRow> table(
      "local solver",
      {
          {"exact", "", "the solution of the one contact", {}, visit_exact, ball_exact},
          {"epdas", "AB21", "active sets; sliding slows down while a contact sticks", {}, visit_epdas},
          {"ipdas", "AB21", "active sets; a contact that sticks stops", {}, visit_ipdas, ball_ipdas},
          {"sal", "AB21", "Alart and Curnier's projection", {}, visit_sal},
          {"saln", "AB21", "one Newton step on that projection", {}, visit_saln},
          {"sbp", "AB21", "De Saxcé and Feng's projection, until it stands", {}, visit_sbp},
          {"ibp", "AB21", "one Newton step on that projection", {}, visit_ibp},
      });
  return table;
}

}  // namespace cairn
