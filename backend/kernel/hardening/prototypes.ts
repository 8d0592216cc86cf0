/**
 * Protects objects shared by all values from data; the first import of every process. Libraries that copy
 * deeply and carelessly (`target[key] = value` along `constructor.prototype` or `__proto__`) then fail instead
 * of adding a key to all objects.
 *
 * `Object.prototype` is frozen. A plain freeze would also forbid `Other.prototype.toString = …`, which many
 * libraries do on load. So its methods become accessors that keep this assignment on its target (like Node's
 * --frozen-intrinsics). The other prototypes and the constructors are sealed; freezing them costs more than it
 * brings, since JSON reaches them only through `Object.prototype`.
 */
for (const kind of [Object, Array, Function, String, Number, Boolean]) {
  Object.seal(kind)
  if (kind !== Object) Object.seal(kind.prototype)
}
for (const key of Reflect.ownKeys(Object.prototype)) overridable(key)
Object.freeze(Object.prototype)

function overridable(key: string | symbol): void {
  const { value, enumerable } = Object.getOwnPropertyDescriptor(Object.prototype, key)!
  // `__proto__` is already an accessor; it changes the object it is set on, never the shared prototype.
  if (value === undefined) return
  Object.defineProperty(Object.prototype, key, {
    enumerable,
    get: () => value,
    set(this: unknown, own: unknown) {
      if (this === Object.prototype) {
        throw new TypeError(`Object.prototype.${String(key)} cannot be changed.`)
      }
      Object.defineProperty(this, key, {
        value: own,
        writable: true,
        enumerable: true,
        configurable: true,
      })
    },
  })
}
