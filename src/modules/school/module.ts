/** Sunday school: years, classes and their sessions. A class is a group, a session a meeting. */
import { extending } from '../../resource/extension-point.ts'
import { module } from '../../resource/module.ts'
import { hiddenGroups } from '../groups/given-out.ts'
import { recordedOfMeetings } from '../meetings/moved-day.ts'
import { blankRollView } from './blank-roll.ts'
import { classSessions } from './class-sessions.ts'
import { classRollView, classYearView, myClassesView } from './class-views.ts'
import { teachInDemo } from './demo.ts'
import { createClass, updateClass } from './edit-class.ts'
import { gradesView, setGrades } from './grades.ts'
import { leftOpenView } from './left-open.ts'
import { schoolClasses } from './school-classes.ts'
import { createYear, makeCurrent, schoolYears, updateYear } from './school-years.ts'
import { closeAction, discardAction, markAction, reopenAction, revokeSessionLinks } from './session-actions.ts'
import { attendanceClosed } from './session-events.ts'
import { endLinksOfSessions, sessionLinkView } from './session-link.ts'
import { sessionRoute } from './session-route.ts'
import { takeBackClasses } from './take-back.ts'

export const schoolModule = module({
  name: 'school',
  switch: 'school',
  title: 'Sunday school',
  about: 'School years, classes with their pupils and teachers, and what happened each Sunday.',
  standsOn: ['groups'],
  resources: [schoolClasses, classSessions, schoolYears],
  navigation: [
    { label: 'Classes today', path: '/teach', icon: 'done', may: myClassesView.name },
    schoolClasses,
    classSessions,
    schoolYears,
  ],
  atThumb: [{ label: 'Classes today', path: '/teach', icon: 'done', may: myClassesView.name, rank: 80 }],
  actions: [
    createYear,
    updateYear,
    makeCurrent,
    createClass,
    updateClass,
    setGrades,
    closeAction,
    reopenAction,
    discardAction,
    markAction,
    revokeSessionLinks,
  ],
  events: [attendanceClosed],
  takesBack: [takeBackClasses],
  views: [gradesView, blankRollView, classRollView, classYearView, myClassesView, leftOpenView, sessionLinkView],
  extends: [extending(recordedOfMeetings, classSessions.name), extending(hiddenGroups, endLinksOfSessions)],
  demo: teachInDemo,
  serve: parts => ({ publicRoutes: [sessionRoute(parts)] }),
})
