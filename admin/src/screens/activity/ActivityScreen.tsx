import Box from '@mui/material/Box'
import { PageHeader } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { Navigate, useSearchParams } from 'react-router-dom'
import { ActivityList } from './ActivityList.js'
import { namedFilter } from './address.js'

/** /activity: the activity this person may read, of all objects, of one object or of one person. */
export default function ActivityScreen() {
  const translate = useTranslate()
  const [search] = useSearchParams()
  const narrowed = namedFilter(search)
  if (narrowed) return <Navigate to={narrowed} replace />
  return (
    <>
      <PageHeader title={translate('activity.title')} subtitle={translate('activity.subtitle')} />
      {/* Next to an unfolded line, the other cells stay at the top. */}
      <Box sx={{ '& tr:has([aria-expanded=true]) > td': { verticalAlign: 'top' } }}>
        <ActivityList />
      </Box>
    </>
  )
}
