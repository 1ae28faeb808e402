import { useState } from 'react';
import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components';
import { classNames } from './class-names.ts';
import styles from './Tabs.module.scss';

interface TabOption<Key extends string> {
  key: Key;
  text: string;
  content: ReactNode;
}

interface TabsProps<Key extends string> {
  label: string;
  tabs: readonly TabOption<Key>[];
  value: Key;
  onChange(key: Key): void;
  className?: string | undefined;
  /** Keeps visited panels mounted, with their state. */
  keepsVisited?: boolean;
}

/** Several views of one object, one visible at a time. */
export const Tabs = <Key extends string>(props: TabsProps<Key>) => {
  const { label, tabs, value, onChange, className, keepsVisited = false } = props;
  const visited = useVisited(value);
  return (
    <AriaTabs
      selectedKey={value}
      onSelectionChange={(key) => {
        const chosen = tabs.find((tab) => tab.key === key);
        if (chosen) onChange(chosen.key);
      }}
      className={classNames(styles.tabs, className)}
    >
      <TabList aria-label={label} className={styles.list ?? ''}>
        {tabs.map((tab) => (
          <Tab key={tab.key} id={tab.key} className={styles.tab ?? ''}>
            {tab.text}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.key} id={tab.key} className={styles.panel ?? ''} shouldForceMount={keepsVisited && visited.has(tab.key)}>
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
};

function useVisited<Key extends string>(value: Key): ReadonlySet<Key> {
  const [visited, setVisited] = useState<ReadonlySet<Key>>(new Set([value]));
  if (!visited.has(value)) setVisited(new Set([...visited, value]));
  return visited;
}
