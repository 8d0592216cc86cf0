export { drawLogo, type DrawnLogo } from './draw_logo.js'
export { assertReadable, colorsOf, type Colors } from './looks.js'
export { brandingWrite } from './permissions.js'
export { brandColor, brandName, plainLines } from './shapes.js'
