import type { ContractTemplate } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import {
  CardGrid,
  CardsSkeleton,
  EmptyState,
  ErrorState,
  Icon,
  lazyPart,
  PageHeader,
  SearchField,
  useDialogAddress,
  usePermissions,
  useRead,
} from '@crossdock/admin/kit'
import { FileUp, LayoutTemplate, Plus } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Categories, isInCategory, type Category } from './Categories.js'
import { DeleteTemplate } from './DeleteTemplate.js'
import { TemplateCard } from './TemplateCard.js'

const CreateTemplate = lazyPart(() => import('./CreateTemplate.js'))
const EditTemplate = lazyPart(() => import('./EditTemplate.js'))
const PreviewTemplate = lazyPart(() => import('./PreviewTemplate.js'))
const UseTemplate = lazyPart(() => import('./UseTemplate.js'))

/** The maximum per request; the search finds further templates. */
const most = 100

type Open = { kind: 'use' | 'preview' | 'edit' | 'delete'; template: ContractTemplate }

/** /templates: templates for new systems. */
export default function TemplatesScreen() {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`integrations.templates.${key}`, values)
  const { can, isSuperAdmin } = usePermissions()
  const canWrite = can('integrations.write')
  const creating = useDialogAddress('new')
  const [search, setSearch] = useState('')
  const [category, setCategory] = useState<Category>({ kind: 'all' })
  const [open, setOpen] = useState<Open>()
  const list = useRead<ContractTemplate[]>('contract-templates', {
    query: { limit: most, ...(search ? { search } : {}) },
    keepPrevious: true,
  })
  const head = (
    <PageHeader
      title={text('title')}
      actions={
        canWrite && (
          <>
            <Button
              component={Link}
              to="/integrations/import"
              variant="outlined"
              startIcon={<Icon icon={FileUp} />}
            >
              {translate('integrations.imports.title')}
            </Button>
            <Button
              variant="outlined"
              startIcon={<Icon icon={Plus} />}
              onClick={() => creating.open('template')}
            >
              {text('create')}
            </Button>
          </>
        )
      }
    />
  )
  const shown = list.data?.filter((template) => isInCategory(template, category)) ?? []
  const parts = [
    { title: text('own'), templates: shown.filter(({ isGlobal }) => !isGlobal) },
    { title: text('forAll'), templates: shown.filter(({ isGlobal }) => isGlobal) },
  ].filter(({ templates }) => templates.length > 0)
  return (
    <>
      {head}
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '200px minmax(0, 1fr)' },
        }}
      >
        <Categories templates={list.data ?? []} chosen={category} onChoose={setCategory} />
        <Box sx={{ minWidth: 0 }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 2 }}>
            <SearchField placeholder={text('search')} value={search} onChange={setSearch} />
            <Typography variant="body2" color="textSecondary" sx={{ ml: { md: 'auto' } }}>
              {text('about')}
            </Typography>
          </Box>
          {list.error ? (
            <ErrorState error={list.error} onRetry={() => void list.refetch()} />
          ) : list.isPending ? (
            <CardsSkeleton />
          ) : parts.length === 0 ? (
            <EmptyState icon={LayoutTemplate} title={text('noMatch')} />
          ) : (
            parts.map(({ title, templates }) => (
              <Box component="section" key={title} aria-label={title} sx={{ mb: 3 }}>
                <Box sx={{ display: 'flex', gap: 1, mb: 1.25, alignItems: 'baseline' }}>
                  <Typography variant="h3" component="h2">
                    {title}
                  </Typography>
                  <Typography variant="body2" color="textSecondary">
                    {templates.length}
                  </Typography>
                </Box>
                <CardGrid>
                  {templates.map((template) => (
                    <TemplateCard
                      key={template.id}
                      template={template}
                      canUse={canWrite && template.isActive}
                      canChange={
                        canWrite && !template.isShipped && (!template.isGlobal || isSuperAdmin)
                      }
                      onOpen={(kind) => setOpen({ kind, template })}
                    />
                  ))}
                </CardGrid>
              </Box>
            ))
          )}
        </Box>
      </Box>
      {canWrite && creating.value === 'template' && <CreateTemplate onClose={creating.close} />}
      {open?.kind === 'use' && (
        <UseTemplate template={open.template} onClose={() => setOpen(undefined)} />
      )}
      {open?.kind === 'preview' && (
        <PreviewTemplate template={open.template} onClose={() => setOpen(undefined)} />
      )}
      {open?.kind === 'edit' && (
        <EditTemplate template={open.template} onClose={() => setOpen(undefined)} />
      )}
      {open?.kind === 'delete' && (
        <DeleteTemplate template={open.template} onClose={() => setOpen(undefined)} />
      )}
    </>
  )
}
