import type { Environment, EnvironmentVariable } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  CodeBlock,
  EmptyState,
  Icon,
  lazyPart,
  PageBody,
  ResourceList,
  useDialogAddress,
  usePermissions,
} from '@crossdock/admin/kit'
import { Plus, Variable } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState, type ReactNode } from 'react'
import { useVariableColumns } from './columns.js'
import { pathOf } from './use_environment.js'

const DeleteVariable = lazyPart(() => import('./DeleteVariable.js'))
const VariableDialog = lazyPart(() => import('./VariableDialog.js'))

interface VariablesPanelProps {
  environment: Environment
  /** Renders the head of the screen with the main button. */
  head: (actions: ReactNode) => ReactNode
}

/** Lists the variables of an environment. People with write access can add, edit and delete them. */
export function VariablesPanel({ environment, head }: VariablesPanelProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`integrations.variables.${key}`)
  const canWrite = usePermissions().can('environments.write')
  const creating = useDialogAddress('new')
  const [open, setOpen] = useState<{ kind: 'edit' | 'delete'; variable: EnvironmentVariable }>()
  const close = () => setOpen(undefined)
  const columns = useVariableColumns(
    canWrite ? (kind, variable) => setOpen({ kind, variable }) : undefined
  )
  const add = canWrite && (
    <Button
      variant="contained"
      startIcon={<Icon icon={Plus} />}
      onClick={() => creating.open('variable')}
    >
      {text('add')}
    </Button>
  )
  const path = pathOf(environment)
  return (
    <>
      {head(add)}
      <PageBody>
        <ResourceList<EnvironmentVariable>
          resource={path}
          storeKey="integrations/variables"
          label={text('list')}
          columns={columns}
          sort={{ field: 'name', order: 'ASC' }}
          search={text('search')}
          filters={[
            {
              source: 'isSecret',
              label: text('column.kind'),
              choices: [
                { id: false, name: text('plain') },
                { id: true, name: text('secret') },
              ],
            },
          ]}
          empty={<Empty action={add} />}
          noMatch={text('noMatch')}
        />
      </PageBody>
      {canWrite && creating.value === 'variable' && (
        <VariableDialog path={path} onClose={creating.close} />
      )}
      {open?.kind === 'edit' && (
        <VariableDialog path={path} variable={open.variable} onClose={close} />
      )}
      {open?.kind === 'delete' && (
        <DeleteVariable path={path} variable={open.variable} onClose={close} />
      )}
    </>
  )
}

/** Shows how to use variables. It is the same in every language. */
const example = 'PARTNER_HOST = api.partner.example\n\nhttps://{variables.PARTNER_HOST}/v1'

function Empty({ action }: { action: ReactNode }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`integrations.variables.empty.${key}`)
  return (
    <EmptyState
      icon={Variable}
      title={text('title')}
      description={
        <>
          {text('text')}
          <Box component="span" sx={{ display: 'block', mt: 2, textAlign: 'left' }}>
            <CodeBlock label={text('example')} data={example} />
          </Box>
        </>
      }
      action={action}
    />
  )
}
