export { tokensRead, tokensWrite } from './permissions.js'
