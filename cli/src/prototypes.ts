// The first import of the process: an answer of a server must not add keys to the prototypes of all objects.
for (const kind of [Object, Array, Function, String, Number, Boolean]) {
  Object.seal(kind)
  Object.seal(kind.prototype)
}
