import vine from '@vinejs/vine'
import { defineEvent } from '@crossdock/kernel/events'
import { text } from '@crossdock/kernel/ground'
import { weatherRead } from './contracts/index.js'

export const placeFollowed = defineEvent('place_followed', {
  description: 'A person follows a place.',
  permission: weatherRead,
  payload: vine.object({ name: vine.string() }),
  activity: ({ name }) => text('Followed the weather of "{name}"', { name }),
})
