import { useRef } from 'react';
import { I18nProvider } from 'react-aria-components';
import { MemoryRouter } from 'react-router-dom';
import { pseudo } from '../../scripts/vite/pseudo-language.ts';
import { type Example, needsOwnPage, type Words } from './example.ts';
import { components } from './components.ts';
import { addressOf, directions, type GallerySettings, themes, wordings } from './settings.ts';
import { useAct } from './use-act.ts';
import styles from './gallery.module.scss';

const wordsOf = ({ words }: GallerySettings): Words => (words === 'pseudo' ? pseudo : (english) => english);

/** React Aria takes the direction from the language. */
const localeOf = ({ direction }: GallerySettings): string => (direction === 'rtl' ? 'he-IL' : 'en-US');

/** All examples, those of one component, or a single one on a page of its own. */
export const Gallery = ({ settings }: { settings: GallerySettings }) => {
  const { component, example } = settings;
  const single = component && example ? components[component]?.[example] : undefined;
  return (
    <I18nProvider locale={localeOf(settings)}>
      <MemoryRouter>
        {single ? <Single example={single} words={wordsOf(settings)} /> : <Overview settings={settings} />}
      </MemoryRouter>
    </I18nProvider>
  );
};

const Single = ({ example, words }: { example: Example; words: Words }) => {
  const place = useRef<HTMLDivElement>(null);
  useAct(place, example.act);
  return <div ref={place} className={styles.single}>{example.show(words)}</div>;
};

const Overview = ({ settings }: { settings: GallerySettings }) => {
  const names = Object.keys(components).filter((name) => settings.component === null || name === settings.component);
  return (
    <div className={styles.gallery}>
      <Choices settings={settings} />
      {names.map((name) => (
        <section key={name} className={styles.component}>
          <h2><a href={addressOf({ ...settings, component: name, example: null })}>{name}</a></h2>
          <div className={styles.examples}>
            {Object.entries(components[name] ?? {}).map(([example, content]) => (
              <figure key={example} className={styles.example} data-alone={needsOwnPage(content) || undefined}>
                <figcaption>{example}</figcaption>
                {needsOwnPage(content) ? (
                  <iframe title={`${name}: ${example}`} loading="lazy" src={addressOf({ ...settings, component: name, example })} />
                ) : content.show(wordsOf(settings))}
              </figure>
            ))}
          </div>
        </section>
      ))}
    </div>
  );
};

/** Links to the same page in another theme, direction and wording. */
const Choices = ({ settings }: { settings: GallerySettings }) => (
  <nav aria-label="How the examples are shown" className={styles.choices}>
    <a href={addressOf({ ...settings, component: null, example: null })}>All components</a>
    {themes.map((theme) => <Choice key={theme} settings={settings} change={{ theme }} text={theme} />)}
    {directions.map((direction) => <Choice key={direction} settings={settings} change={{ direction }} text={direction} />)}
    {wordings.map((words) => <Choice key={words} settings={settings} change={{ words }} text={words} />)}
  </nav>
);

const Choice = ({ settings, change, text }: { settings: GallerySettings; change: Partial<GallerySettings>; text: string }) => {
  const changed = { ...settings, ...change };
  return <a href={addressOf(changed)} aria-current={addressOf(changed) === addressOf(settings) ? 'true' : undefined}>{text}</a>;
};
