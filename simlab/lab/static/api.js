// Questions to the lab. Addresses are relative: the token is the first part of the page's own address.

async function read(answer) {
  const text = await answer.text();
  let data = {};
  try { data = JSON.parse(text); } catch { data = { error: text }; }
  if (!answer.ok) throw new Error(data.error || `the lab said ${answer.status}`);
  return data;
}

export const ask = async (path) => read(await fetch(path));

export const post = async (path, data) => read(await fetch(path, {
  method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(data || {}),
}));

// A stream of events, by name. Returns what closes it; closing stops the work that was done for it.
export function listen(path, asked, hear) {
  const source = new EventSource(asked === undefined ? path : `${path}?ask=${encodeURIComponent(JSON.stringify(asked))}`);
  const close = () => source.close();
  for (const [name, call] of Object.entries(hear)) {
    if (name !== 'lost') source.addEventListener(name, (event) => call(JSON.parse(event.data), close));
  }
  source.addEventListener('end', close);
  source.addEventListener('refused', close);
  source.onerror = () => {
    if (source.readyState === EventSource.CLOSED || !hear.keep) {
      close();
      if (hear.lost) hear.lost();
    }
  };
  return close;
}
