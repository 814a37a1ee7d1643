// News of runs that still compute. The browser connects again by itself when the line breaks.

export interface News { state(run: number): void; series(run: number): void }

export function listen_live(news: News): EventSource {
  const events = new EventSource('api/live');
  const run_of = (event: MessageEvent) => (JSON.parse(event.data as string) as { run: number }).run;
  events.addEventListener('state', (event) => news.state(run_of(event)));
  events.addEventListener('series', (event) => news.series(run_of(event)));
  return events;
}

// Calls at most once in so many milliseconds, and never twice at once; the last call is never lost.
export function gently(milliseconds: number, act: () => Promise<void>): () => void {
  let is_busy = false, is_due = false;
  const run = async () => {
    if (is_busy) { is_due = true; return; }
    is_busy = true;
    is_due = false;
    try { await act(); } finally {
      setTimeout(() => { is_busy = false; if (is_due) void run(); }, milliseconds);
    }
  };
  return () => void run();
}
