import type { OauthConfig, OauthTrial } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { ErrorState, Fact, Facts, PlainDialog, RowsSkeleton, useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import SsoFailure from '../../login/sso/SsoFailure.js'
import { useRoleChoices } from './use_role_choices.js'
import { useSwitch } from './use_switch.js'
import { useTrial } from './use_trial.js'

interface TrialDialogProps {
  id: string
  onClose: () => void
}

/** Shows the result of a trial sign-in. From here the administrator turns the provider on. */
export default function TrialDialog({ id, onClose }: TrialDialogProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`sso.trial.${key}`, values)
  // The id comes from the address of the page, which anyone can write.
  const path = `oauth-configs/${encodeURIComponent(id)}`
  const config = useRead<OauthConfig>(path)
  const provider = config.data
  const trial = useRead<OauthTrial>(`${path}/trial`)
  const turn = useSwitch(onClose)
  const again = useTrial(id)
  const error = config.error ?? trial.error
  return (
    <PlainDialog
      title={text('title', { name: provider?.name ?? '' })}
      onClose={onClose}
      footer={
        <>
          {provider && (
            <Button disabled={again.isPending} onClick={() => again.mutate()}>
              {text('again')}
            </Button>
          )}
          {trial.data?.failure === null && provider?.isActive === false ? (
            <Button
              variant="contained"
              disabled={turn.isPending}
              onClick={() => turn.mutate({ config: provider, isActive: true })}
            >
              {translate('sso.enable')}
            </Button>
          ) : (
            <Button variant="contained" onClick={onClose}>
              {translate('sso.testing.close')}
            </Button>
          )}
        </>
      }
    >
      <Box sx={{ px: 3, pb: 3, display: 'grid', gap: 2 }}>
        {error && <ErrorState plain error={error} />}
        {!error && (!trial.data || !provider) && <RowsSkeleton rows={4} />}
        {!error && trial.data && provider && <Outcome trial={trial.data} config={provider} />}
      </Box>
    </PlainDialog>
  )
}

function Outcome({ trial, config }: { trial: OauthTrial; config: OauthConfig }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`sso.trial.${key}`)
  const roles = useRoleChoices(config.settings)
  const { failure, claims, person, role } = trial
  const name = [person?.firstName, person?.lastName].filter(Boolean).join(' ')
  return (
    <>
      {failure === null ? (
        <Alert severity="success">{text('passed')}</Alert>
      ) : (
        <SsoFailure code={failure} isTrial />
      )}
      {person && (
        <Group
          label={text('person')}
          facts={[
            [text('who'), name ? `${name} (${person.email})` : person.email],
            [text('account'), text(person.isNew ? 'isNew' : 'isKnown')],
            [text('role'), roles.find(({ id }) => id === role)?.name ?? role],
          ]}
        />
      )}
      {claims.length > 0 ? (
        <Group label={text('claims')} facts={claims.map((claim) => [claim.name, claim.value])} />
      ) : (
        <Typography color="textSecondary">{text('noClaims')}</Typography>
      )}
    </>
  )
}

/** Pairs of a name and a value under a heading. */
function Group({ label, facts }: { label: string; facts: [name: string, value: string | null][] }) {
  return (
    <Box component="section" aria-label={label}>
      <Typography component="h3" sx={{ fontWeight: 500, mb: 0.75 }}>
        {label}
      </Typography>
      <Facts>
        {facts.map(([name, value]) => (
          <Fact key={name} label={name}>
            {value}
          </Fact>
        ))}
      </Facts>
    </Box>
  )
}
