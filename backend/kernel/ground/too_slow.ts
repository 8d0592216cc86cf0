/** Event for a request whose body is too slow; carries the Problem to refuse it with. */
export const tooSlow = 'crossdock:tooSlow'
