import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import { useTranslate } from 'ra-core'

/** Says who was invited, and that the other addresses are still in the field. */
export function InvitedAlert({ invited }: { invited: readonly string[] }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`users.inviteForm.${key}`, values)
  return (
    <>
      {invited.length > 0 && (
        <Alert severity="success" sx={{ overflowWrap: 'anywhere' }}>
          <AlertTitle>{text('done', { smart_count: invited.length })}</AlertTitle>
          {invited.join(', ')}
        </Alert>
      )}
      <Alert severity="warning" ref={scrollIntoView}>
        {text('rejected')}
      </Alert>
    </>
  )
}

// The field may be scrolled above the alert.
const scrollIntoView = (alert: HTMLElement | null) => alert?.scrollIntoView({ block: 'nearest' })
