// Exports for the command line, which must not load the kernel.
export { installedPluginsFolder } from './installed_plugins_folder.js'
export { addedPackages, pluginsFolder, type AddedPackage } from './folder.mjs'
export { shareInstances } from './hooks.js'
