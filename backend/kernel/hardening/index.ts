// Must be the first import of every process.
import './prototypes.js'
import './bundled_lodash.js'
