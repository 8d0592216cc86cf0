export { operatorTokens, type OperatorTokens } from './operator_tokens.js'
export { tokensRead, tokensWrite } from './permissions.js'
export { apiRates, bearerSeconds } from './rates.js'
