/** Data that a module attaches to objects of another module. */
export interface Attached<K extends object, V> {
  of(object: K): V | undefined
  attach(object: K, value: V): V
}

/**
 * Attaches a private value to short-lived objects such as requests, for their lifetime. A WeakMap would cost
 * several times as much: each entry needs a hash of its key, and every young-generation collection scans the
 * table.
 * @param name shown in a debugger
 */
export function attached<K extends object, V>(name: string): Attached<K, V> {
  const key = Symbol(name)
  type Holder = K & { [key]?: V }
  return {
    of: (object) => (object as Holder)[key],
    attach: (object, value) => ((object as Holder)[key] = value),
  }
}
