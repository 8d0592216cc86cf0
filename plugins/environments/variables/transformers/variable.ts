import { answerOf, type Row } from '@crossdock/kernel/http'
import type { EnvironmentVariable } from '../models/environment_variable.js'
import type { Uses } from '../queries/uses.js'
import { variableAnswer } from '../validators/variables.js'

/** A variable as the API shows it: of a secret that it is one. */
export const showVariable = (variable: Row<EnvironmentVariable>, { count, shown }: Uses) =>
  answerOf(variableAnswer, variable, {
    value: variable.isSecret ? null : (variable.value ?? ''),
    useCount: count,
    usedBy: shown,
  })
