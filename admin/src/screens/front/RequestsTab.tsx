import type { DemoRequest } from '@crossdock/client'
import {
  ActionMenu,
  actionsColumn,
  Badge,
  ConfirmDialog,
  EmptyState,
  RelativeTime,
  ResourceList,
  useAction,
  type ListColumn,
} from '@crossdock/admin/kit'
import Box from '@mui/material/Box'
import { CircleCheck, CircleDot, Inbox, Trash2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { RequestDialog } from './RequestDialog.js'

const invalidates = ['demo-requests']

/** The requests for a demo: read, mark as answered, delete. */
export default function RequestsTab() {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`front.requests.${key}`, values)
  const [read, setRead] = useState<DemoRequest>()
  const [asked, setAsked] = useState<DemoRequest>()
  const mark = useAction<DemoRequest, DemoRequest>(
    ({ id, status }) => ({
      path: `demo-requests/${id}`,
      method: 'PUT',
      body: { status: status === 'open' ? 'answered' : 'open' },
    }),
    {
      invalidates,
      success: ({ status }) => ({ title: text(status === 'open' ? 'reopened' : 'answered') }),
      error: { fallback: text('failed') },
      onSuccess: () => setRead(undefined),
    }
  )
  const drop = useAction<void, DemoRequest>(
    ({ id }) => ({ path: `demo-requests/${id}`, method: 'DELETE' }),
    {
      invalidates,
      success: { title: text('deleted') },
      error: { fallback: text('deleteFailed') },
      onSuccess: () => setAsked(undefined),
    }
  )
  return (
    <>
      <ResourceList<DemoRequest>
        resource="demo-requests"
        label={text('list')}
        columns={useColumns((request) => mark.mutate(request), setAsked)}
        sort={{ field: 'createdAt', order: 'DESC' }}
        filters={[
          {
            source: 'status',
            label: text('column.status'),
            choices: (['open', 'answered'] as const).map((id) => ({
              id,
              name: text(`status.${id}`),
            })),
          },
        ]}
        nameOf={({ name }) => name}
        onOpen={setRead}
        empty={
          <EmptyState icon={Inbox} title={text('empty.title')} description={text('empty.text')} />
        }
        noMatch={text('noMatch')}
      />
      {read && (
        <RequestDialog
          request={read}
          pending={mark.isPending}
          onMark={() => mark.mutate(read)}
          onClose={() => setRead(undefined)}
        />
      )}
      <ConfirmDialog
        open={asked !== undefined}
        destructive
        title={text('sure', { name: asked?.name })}
        description={text('sureText')}
        confirmLabel={text('delete')}
        pending={drop.isPending}
        onConfirm={() => asked && drop.mutate(asked)}
        onClose={() => setAsked(undefined)}
      />
    </>
  )
}

function useColumns(
  mark: (request: DemoRequest) => void,
  askDelete: (request: DemoRequest) => void
): ListColumn<DemoRequest>[] {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`front.requests.${key}`, values)
  return [
    { source: 'name', label: text('column.name'), card: 'title', render: ({ name }) => name },
    { source: 'email', label: text('column.email'), render: ({ email }) => email },
    {
      source: 'message',
      label: text('column.message'),
      width: '40%',
      render: ({ message }) => (
        <Box
          component="span"
          sx={{ display: 'block', overflow: 'hidden', textOverflow: 'ellipsis' }}
        >
          {message ?? '–'}
        </Box>
      ),
    },
    {
      source: 'status',
      label: text('column.status'),
      render: ({ status }) => (
        <Badge variant={status === 'open' ? 'warning' : 'success'}>
          {text(`status.${status}`)}
        </Badge>
      ),
    },
    {
      source: 'createdAt',
      label: text('column.createdAt'),
      sortable: true,
      firstOrder: 'DESC',
      render: ({ createdAt }) => <RelativeTime time={createdAt} />,
    },
    actionsColumn<DemoRequest>(translate('kit.actions'), (request) => (
      <ActionMenu
        label={text('actions', { name: request.name })}
        actions={[
          {
            label: text(request.status === 'open' ? 'answer' : 'reopen'),
            icon: request.status === 'open' ? CircleCheck : CircleDot,
            onSelect: () => mark(request),
          },
          {
            label: text('delete'),
            icon: Trash2,
            destructive: true,
            onSelect: () => askDelete(request),
          },
        ]}
      />
    )),
  ]
}
