interface Start {
  me?: Promise<Response>
  brand?: Promise<Response>
  dashboard?: Promise<Response>
}

declare global {
  interface Window {
    crossdockStart?: Start
  }
}

/** Returns a request that public/start.js sent while this code was loading. Each request can be taken only once. */
export function takeStartedRequest<Name extends keyof Start>(name: Name): Start[Name] {
  const start = window.crossdockStart ?? {}
  const { [name]: answer } = start
  delete start[name]
  return answer
}
