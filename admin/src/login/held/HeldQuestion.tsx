import Dialog from '@mui/material/Dialog'
import Button from '@mui/material/Button'
import { useApi, type Session } from '@crossdock/admin/kit'
import { useQueryClient } from '@tanstack/react-query'
import { useI18nProvider, useTranslate } from 'ra-core'
import { use, useId, useState } from 'react'
import type { ScreensI18nProvider } from '../../i18n/provider.js'
import { secondFactorOfSession } from '../../data/second_step.js'
import { useSignOut } from '../../data/use_sign_out.js'
import { LoginLayout } from '../LoginLayout.js'
import { SecondStep } from '../SecondStep.js'
import { Enrol } from './Enrol.js'
import { NewCodes } from './NewCodes.js'

export type Held = NonNullable<NonNullable<Session['session']>['held']>

/** Shown before anything else when a second factor is required: the person sets it up or confirms with it. */
export default function HeldQuestion({ held }: { held: Held }) {
  const translate = useTranslate()
  const { screenTexts } = useI18nProvider() as ScreensI18nProvider
  use(screenTexts())
  const api = useApi()
  const id = useId()
  const client = useQueryClient()
  const { signOut, isPending } = useSignOut()
  const [hasEnrolled, setEnrolled] = useState(false)
  // Reload the session and everything that was refused in the meantime.
  const goOn = () => void client.invalidateQueries()
  const step = hasEnrolled ? 'codes' : held
  const text = (key: string) => translate(`security.held.${step}.${key}`)
  return (
    <Dialog fullScreen open aria-labelledby={id} transitionDuration={0}>
      <LoginLayout title={text('title')} titleId={id} subtitle={text('text')}>
        {step === 'enrol' && <Enrol onDone={() => setEnrolled(true)} />}
        {step === 'confirm' && <SecondStep endpoint={secondFactorOfSession(api)} onDone={goOn} />}
        {step === 'codes' && <NewCodes onDone={goOn} />}
        {step !== 'codes' && (
          <Button fullWidth sx={{ mt: 2 }} disabled={isPending} onClick={signOut}>
            {translate('shell.signOut')}
          </Button>
        )}
      </LoginLayout>
    </Dialog>
  )
}
