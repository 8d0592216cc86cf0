import type { PublicPages } from '@crossdock/client'
import Button from '@mui/material/Button'
import {
  ErrorState,
  Fact,
  Facts,
  PageBody,
  RowsSkeleton,
  Section,
  useAction,
  useRead,
} from '@crossdock/admin/kit'
import { ExternalLink } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { LogoDrop } from '../branding/LogoDrop.js'
import { figures } from './figures.js'
import { PagesDialog } from './PagesDialog.js'

/** The operator's information on the public pages. */
export default function PagesTab() {
  const { data, error, refetch } = useRead<PublicPages>('public-pages')
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return <PageBody>{data ? <Sections pages={data} /> : <RowsSkeleton rows={8} />}</PageBody>
}

function Sections({ pages }: { pages: PublicPages }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`front.pages.${key}`)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Section
        title={text('look.title')}
        description={text('look.text')}
        actions={
          <>
            <Button href="/" target="_blank" startIcon={<ExternalLink size={16} />}>
              {text('view')}
            </Button>
            <Button variant="outlined" onClick={() => setOpen(true)}>
              {text('edit')}
            </Button>
          </>
        }
      >
        <Facts>
          <Fact label={text('look.productName')}>{pages.productName ?? text('look.usual')}</Fact>
          <Fact label={text('look.primaryColor')}>{pages.primaryColor ?? text('look.usual')}</Fact>
        </Facts>
      </Section>
      <Logo logo={pages.logo} />
      <Section title={text('figures.title')} description={text('figures.text')}>
        <Facts>
          {figures.map(({ name }) => (
            <Fact key={name} label={text(`figures.${name}`)}>
              {pages[name] ?? text('figures.notSet')}
            </Fact>
          ))}
        </Facts>
      </Section>
      {isOpen && <PagesDialog pages={pages} onClose={() => setOpen(false)} />}
    </>
  )
}

function Logo({ logo }: { logo: string | null }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`front.pages.logo.${key}`)
  const path = 'public-pages/logo'
  const invalidates = ['public-pages']
  const error = { fallback: translate('front.pages.failed') }
  const save = useAction<PublicPages, File>((body) => ({ path, method: 'PUT', body }), {
    invalidates,
    error,
    success: { title: text('saved') },
  })
  const remove = useAction<void, void>(() => ({ path, method: 'DELETE' }), {
    invalidates,
    error,
    success: { title: text('removed') },
  })
  return (
    <LogoDrop
      title={text('title')}
      text={text('text')}
      current={text('current')}
      logo={logo}
      save={save}
      remove={remove}
    />
  )
}
