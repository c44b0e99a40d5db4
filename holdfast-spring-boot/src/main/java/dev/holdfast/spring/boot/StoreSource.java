package dev.holdfast.spring.boot;

import dev.holdfast.spi.LockStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;

/**
 * Beans of one kind that a store can be reached through.
 *
 * @param type of the beans
 * @param over makes a store over one of them
 */
record StoreSource<T>(String kind, Class<T> type, Function<T, LockStore> over) {

  /** Those that there are. None of them is made by this. */
  List<StoreCandidate> candidates(ConfigurableListableBeanFactory beanFactory) {
    List<String> names =
        Arrays.asList(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beanFactory, type));
    List<String> usual = names.stream().filter(name -> isUsual(beanFactory, name)).toList();
    List<StoreCandidate> candidates = new ArrayList<>();
    for (String name : names) {
      boolean preferred = usual.equals(List.of(name)) || isPrimary(beanFactory, name);
      candidates.add(
          new StoreCandidate(
              kind, name, preferred, () -> over.apply(beanFactory.getBean(name, type))));
    }
    return candidates;
  }

  private static boolean isUsual(ConfigurableListableBeanFactory beanFactory, String name) {
    try {
      BeanDefinition definition = beanFactory.getMergedBeanDefinition(name);
      return definition.isAutowireCandidate()
          && !(definition instanceof AbstractBeanDefinition asked && !asked.isDefaultCandidate());
    } catch (NoSuchBeanDefinitionException registeredAsItIs) {
      return true;
    }
  }

  private static boolean isPrimary(ConfigurableListableBeanFactory beanFactory, String name) {
    try {
      return beanFactory.getMergedBeanDefinition(name).isPrimary();
    } catch (NoSuchBeanDefinitionException registeredAsItIs) {
      return false;
    }
  }
}
