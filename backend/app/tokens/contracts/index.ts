export { operatorTokens, type OperatorTokens } from './operator_tokens.js'
export { tokensRead, tokensWrite } from './permissions.js'
