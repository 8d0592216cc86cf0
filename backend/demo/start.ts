export { runDemo } from './index.js'
export { partnerOf } from './partner_port.js'
