/** What one module keeps about the objects of another. */
export interface Attached<K extends object, V> {
  of(object: K): V | undefined
  attach(object: K, value: V): V
}

/**
 * Keeps a value about objects that come and go with each request, for as long as they live, seen by nobody else. A WeakMap
 * does the same at several times the price: every entry takes a hash of its key and room in a table that each collection of
 * young objects walks through.
 * @param name for whoever looks at the object in a debugger
 */
export function attached<K extends object, V>(name: string): Attached<K, V> {
  const key = Symbol(name)
  type Holder = K & { [key]?: V }
  return {
    of: (object) => (object as Holder)[key],
    attach: (object, value) => ((object as Holder)[key] = value),
  }
}
