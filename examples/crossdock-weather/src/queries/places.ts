import { paginate, searchIn, type ListDefinition, type ListRequest } from '@crossdock/kernel/lists'
import { Place } from '../models/place.js'
import { showPlace } from '../transformers/place.js'

export const placeList: ListDefinition = {
  resource: 'weather/places',
  filters: { name: 'text', search: 'text' },
  sorts: { name: 'name', createdAt: 'created_at' },
  defaultSort: ['createdAt', 'asc'],
}

export async function listPlaces(request: ListRequest) {
  return (await paginate(Place.query(), placeList, request, { search: searchIn('name') })).map(
    showPlace
  )
}

export const isFollowed = async (name: string) =>
  (await Place.query().where('name', name).first()) !== null
