import { answerOf } from '@crossdock/kernel/shapes'
import type { Row } from '@crossdock/kernel/lists'
import { clock } from '@crossdock/kernel/database'
import { showConfig } from '../../config/stored.js'
import { webhookVerifications } from '../../contracts/index.js'
import { urlOf } from '../address_of.js'
import type { WebhookAddress } from '../models/webhook_address.js'
import { addressAnswer } from '../validators/addresses.js'

/** Shows an address in the API, with masked secrets. */
export const showAddress = (
  address: Row<WebhookAddress>,
  about: {
    targetName: string | null
    method: string
    sampleBody: unknown
    starts: string[]
    filesFolderPath: string | null
  }
) =>
  answerOf(addressAnswer, address, {
    webhookUrl: urlOf(address),
    targetType: address.workflowId === null ? ('endpoint' as const) : ('workflow' as const),
    ...about,
    verificationConfig: showConfig(
      webhookVerifications.get(address.verification),
      address.verificationConfig
    ),
    previousUntil: isPreviousSecretValid(address) ? address.previousUntil : null,
  })

const isPreviousSecretValid = ({ previousUntil }: Row<WebhookAddress>) =>
  previousUntil !== null && Date.parse(previousUntil) > clock.now()
