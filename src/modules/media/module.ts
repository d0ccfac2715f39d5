/** Sermons, for churches that have the module switched on. */
import { module } from '../../resource/module.ts'
import { preachInDemo } from './demo.ts'
import { createSermon, updateSermon } from './edit-sermon.ts'
import { sectionPublished, sectionUnpublished, sermonDeleted, sermonPublished } from './events.ts'
import { deleteSermon, publishSermon, unpublishSermon } from './publish-sermon.ts'
import { publishSection, setSection, unpublishSection } from './sections.ts'
import { sermons } from './sermons.ts'
import { studio } from './studio.ts'

export const mediaModule = module({
  name: 'media',
  switch: 'media',
  title: 'Media',
  about: 'Sermons, with their notes, recordings and studio sections.',
  group: 'Ministry',
  resources: [sermons],
  actions: [
    createSermon,
    updateSermon,
    publishSermon,
    unpublishSermon,
    deleteSermon,
    setSection,
    publishSection,
    unpublishSection,
  ],
  events: [sermonPublished, sermonDeleted, sectionPublished, sectionUnpublished],
  views: [studio],
  demo: preachInDemo,
})
