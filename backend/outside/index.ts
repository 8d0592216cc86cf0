export { describePackage, outsidePackages, pluginsFolder, type OutsidePackage } from './folder.mjs'
export { shareInstances } from './hooks.js'
export { loadOutside } from './load.js'
