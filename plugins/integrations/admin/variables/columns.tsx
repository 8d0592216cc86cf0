import type { EnvironmentVariable } from '@crossdock/client'
import { ActionMenu, actionsColumn, RelativeTime, type ListColumn } from '@crossdock/admin/kit'
import { PenLine, Trash2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { Uses, VariableName, VariableValue } from './cells.js'

/** The columns of variable tables. */
export function useVariableColumns(
  onAction: ((kind: 'edit' | 'delete', variable: EnvironmentVariable) => void) | undefined
): ListColumn<EnvironmentVariable>[] {
  const translate = useTranslate()
  const column = (key: string) => translate(`integrations.variables.column.${key}`)
  const columns: ListColumn<EnvironmentVariable>[] = [
    {
      source: 'name',
      label: column('name'),
      sortable: true,
      card: 'title',
      render: (variable) => <VariableName variable={variable} />,
    },
    {
      source: 'value',
      label: column('value'),
      render: (variable) => <VariableValue variable={variable} />,
    },
    {
      source: 'description',
      label: column('description'),
      optional: true,
      render: ({ description }) => description ?? '–',
    },
    {
      source: 'usedBy',
      label: column('usedBy'),
      render: (variable) => <Uses variable={variable} />,
    },
    {
      source: 'updatedAt',
      label: column('changed'),
      sortable: true,
      firstOrder: 'DESC',
      render: ({ updatedAt }) => <RelativeTime time={updatedAt} />,
    },
  ]
  if (!onAction) return columns
  return [
    ...columns,
    actionsColumn<EnvironmentVariable>(translate('kit.actions'), (variable) => (
      <ActionMenu
        label={translate('integrations.actionsFor', { name: variable.name })}
        actions={[
          {
            label: translate('integrations.variables.edit'),
            icon: PenLine,
            onSelect: () => onAction('edit', variable),
          },
          {
            label: translate('integrations.variables.delete'),
            icon: Trash2,
            destructive: true,
            onSelect: () => onAction('delete', variable),
          },
        ]}
      />
    )),
  ]
}
