import { answerOf } from '@crossdock/kernel/shapes'
import type { Row } from '@crossdock/kernel/lists'
import type { EnvironmentVariable } from '../models/environment_variable.js'
import type { Uses } from '../queries/uses.js'
import { variableAnswer } from '../validators/variables.js'

/** Returns a variable as the API shows it. A secret is shown without its value. */
export const showVariable = (variable: Row<EnvironmentVariable>, { count, shown }: Uses) =>
  answerOf(variableAnswer, variable, {
    value: variable.isSecret ? null : (variable.value ?? ''),
    useCount: count,
    usedBy: shown,
  })
