export { isPrototypeName, prototypeKey } from './names.js'
export { copyJson, parseJson, sameJson } from './parse.js'
