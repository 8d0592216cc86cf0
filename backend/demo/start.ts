export { runDemo } from './index.js'
export { startPartner } from './partner.js'
