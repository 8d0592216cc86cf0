import Typography from '@mui/material/Typography'
import { useTranslate } from 'ra-core'

/** There is nothing to enter: people start it. */
export default function ManualFields() {
  const translate = useTranslate()
  return (
    <Typography color="textSecondary">{translate('flows.workflows.form.manualHint')}</Typography>
  )
}
