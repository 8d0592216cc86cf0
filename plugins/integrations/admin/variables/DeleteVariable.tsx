import type { EnvironmentVariable } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { DeleteDialog, PlainDialog, useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { UseLink } from './UseLink.js'

interface DeleteVariableProps {
  /** Below /api: the variables of the environment. */
  path: string
  variable: EnvironmentVariable
  onClose: () => void
}

/** Asks and deletes; of one that is used it says by what, as it cannot be deleted then. */
export default function DeleteVariable({ path, variable, onClose }: DeleteVariableProps) {
  const translate = useTranslate()
  const { name } = variable
  const text = (key: string, values?: object) =>
    translate(`integrations.variables.${key}`, { name, ...values })
  // A list that lies open does not know what uses it since.
  const { data: now = variable } = useRead<EnvironmentVariable>(`${path}/${variable.id}`)
  if (now.useCount === 0) {
    return (
      <DeleteDialog
        title={text('confirmDelete.title')}
        description={text(now.isSecret ? 'confirmDelete.secret' : 'confirmDelete.text')}
        confirmLabel={text('confirmDelete.confirm')}
        path={`${path}/${variable.id}`}
        invalidates={[path]}
        deleted={text('deleted')}
        failed={text('deleteFailed')}
        onClose={onClose}
      />
    )
  }
  const more = now.useCount - now.usedBy.length
  return (
    <PlainDialog
      title={text('inUse.title')}
      description={text('inUse.text')}
      onClose={onClose}
      footer={
        <Button variant="outlined" autoFocus onClick={onClose}>
          {text('inUse.close')}
        </Button>
      }
    >
      <Box component="ul" sx={{ m: 0, px: 3, pl: 5, pb: 3 }}>
        {now.usedBy.map((use) => (
          <li key={use.id}>
            {translate(`integrations.variables.use.${use.type}`, { _: use.type })}{' '}
            <UseLink use={use} />
          </li>
        ))}
        {more > 0 && <li>{text('more', { smart_count: more })}</li>}
      </Box>
    </PlainDialog>
  )
}
