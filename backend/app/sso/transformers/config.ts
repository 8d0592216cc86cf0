import { answerOf } from '@crossdock/kernel/shapes'
import type { Row } from '@crossdock/kernel/lists'
import { mask } from '@crossdock/kernel/secrets'
import type { OauthConfig } from '../models/oauth_config.js'
import { backChannelUrl, callbackUrl } from '../provider/callback.js'
import { configAnswer } from '../validators/config.js'

/** Providers for API answers: the secret only as set or not set. */
export const showConfigs = (configs: Row<OauthConfig>[]) =>
  configs.map((config) =>
    answerOf(configAnswer, config, {
      clientSecret: mask(config.clientSecret),
      callbackUrl: callbackUrl(),
      logoutUrl: backChannelUrl(config.id),
      settings: { ...config.settings, emailClaim: config.settings.emailClaim ?? 'email' },
    })
  )
