// Import this file first. A server's answer must not be able to add keys to the prototypes of all objects.
for (const kind of [Object, Array, Function, String, Number, Boolean]) {
  Object.seal(kind)
  Object.seal(kind.prototype)
}
