export { isPrototypeName, prototypeKey } from './names.js'
export { copyJson, parseJson, parseObject, sameJson } from './parse.js'
