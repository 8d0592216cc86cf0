// What the command line may load, too: nothing of the kernel.
export { folderBeside } from './beside.js'
export { outsidePackages, pluginsFolder, type OutsidePackage } from './folder.mjs'
export { shareInstances } from './hooks.js'
