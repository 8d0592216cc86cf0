import { answerOf } from '@crossdock/kernel/shapes'
import type { Row } from '@crossdock/kernel/lists'
import type { EgressAllowance } from '../models/egress_allowance.js'
import { allowanceAnswer } from '../validators/egress_allowances.js'

export const showAllowance = (allowance: Row<EgressAllowance>) =>
  answerOf(allowanceAnswer, allowance)
