interface Requests {
  me?: Promise<Response>
  brand?: Promise<Response>
  dashboard?: Promise<Response>
}

interface Start extends Requests {
  /** Whether this browser has no session. */
  isVisitor?: boolean
}

declare global {
  interface Window {
    crossdockStart?: Start
  }
}

/** Returns a request that public/start.js sent while this code was loading. Each request can be taken only once. */
export function takeStartedRequest<Name extends keyof Requests>(name: Name): Requests[Name] {
  const start: Requests = window.crossdockStart ?? {}
  const { [name]: answer } = start
  delete start[name]
  return answer
}
